"""Writes a vision model of half a megabyte with random weights, as llama.cpp reads it. Needs `gguf` and `numpy`.

    python tiny_vlm.py FOLDER        writes tiny-vlm.gguf and mmproj-tiny-vlm.gguf, each time the same

What it says is nonsense, but it depends on the picture, and a grammar can constrain it. So it tests a protocol: that
pictures arrive, that a schema holds, that an answer is cut, and what a server does when it is stopped.

The text model (architecture llama) has a token for each byte. The picture's (idefics3) cuts it into pieces of 64 pixels.
"""

import sys
from pathlib import Path

import gguf  # type: ignore[import-not-found,unused-ignore]
import numpy as np

WIDTH, HEADS, KV_HEADS, INNER, LAYERS, CONTEXT = 64, 4, 2, 128, 2, 8192
EYE_WIDTH, EYE_HEADS, EYE_INNER, EYE_LAYERS, EYE_SIDE, PATCH, SCALE = 32, 2, 64, 1, 64, 8, 2

CONTROL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>",
    "<fake_token_around_image>", "<global-img>", "<row_1_col_1>", "<image>",
)  # fmt: skip
TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.content is string %}{{ m.content }}{% else %}{% for p in m.content %}"
    "{% if p.type == 'text' %}{{ p.text }}{% else %}<__media__>{% endif %}{% endfor %}{% endif %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
LEFT_OUT = -30.0


def letters_of_bytes() -> list[str]:
    """The letters that stand for the 256 bytes in vocabularies of GPT-2's kind: those that can be printed as they are."""
    printed = {*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)}
    others = iter(range(256, 512))
    return [chr(byte) if byte in printed else chr(next(others)) for byte in range(256)]


# The tokenizer of llama.cpp wants a token for two line ends.
TOKENS = [*letters_of_bytes(), "ĊĊ", *CONTROL]


def leaning(token: str) -> float:
    """How much the model leans to a token whatever it sees: to what JSON is made of, and away from what is no ASCII."""
    if token == "<|im_end|>":
        return 0.4
    if len(token) > 1 or not token.isascii() or token == "\\":
        return LEFT_OUT
    if token in "{}[]:,":
        return 0.6
    if token == '"':
        return 0.45
    return 0.25 if token.islower() else 0.0


def random(source: np.random.Generator, *shape: int, scale: float = 0.05) -> np.ndarray:
    return (source.standard_normal(shape) * scale).astype(np.float32)


def without_first_row(tensor: np.ndarray) -> np.ndarray:
    """Leave out what would change the first channel, which carries a constant through all layers."""
    tensor[0] = 0
    return tensor


def write_text_model(path: Path, source: np.random.Generator) -> None:
    file = gguf.GGUFWriter(str(path), "llama")
    file.add_name("tiny-vlm-random")
    file.add_context_length(CONTEXT)
    file.add_embedding_length(WIDTH)
    file.add_block_count(LAYERS)
    file.add_feed_forward_length(INNER)
    file.add_head_count(HEADS)
    file.add_head_count_kv(KV_HEADS)
    file.add_layer_norm_rms_eps(1e-5)
    file.add_rope_dimension_count(WIDTH // HEADS)
    file.add_vocab_size(len(TOKENS))
    file.add_file_type(gguf.LlamaFileType.ALL_F32)
    file.add_tokenizer_model("gpt2")
    file.add_tokenizer_pre("default")
    file.add_token_list(TOKENS)
    normal = len(TOKENS) - len(CONTROL)
    file.add_token_types([gguf.TokenType.NORMAL] * normal + [gguf.TokenType.CONTROL] * len(CONTROL))
    file.add_token_merges(["Ċ Ċ"])
    file.add_bos_token_id(TOKENS.index("<|endoftext|>"))
    file.add_eos_token_id(TOKENS.index("<|im_end|>"))
    file.add_pad_token_id(TOKENS.index("<|endoftext|>"))
    file.add_add_bos_token(False)
    file.add_chat_template(TEMPLATE)
    embedding = random(source, len(TOKENS), WIDTH)
    embedding[:, 0] = 1.0
    output = random(source, len(TOKENS), WIDTH, scale=0.6)
    output[:, 0] = [leaning(token) for token in TOKENS]
    file.add_tensor("token_embd.weight", embedding)
    file.add_tensor("output_norm.weight", np.ones(WIDTH, np.float32))
    file.add_tensor("output.weight", output)
    narrow = WIDTH // HEADS * KV_HEADS
    for number in range(LAYERS):
        block = f"blk.{number}"
        file.add_tensor(f"{block}.attn_norm.weight", np.ones(WIDTH, np.float32))
        file.add_tensor(f"{block}.ffn_norm.weight", np.ones(WIDTH, np.float32))
        file.add_tensor(f"{block}.attn_q.weight", random(source, WIDTH, WIDTH))
        file.add_tensor(f"{block}.attn_k.weight", random(source, narrow, WIDTH))
        file.add_tensor(f"{block}.attn_v.weight", random(source, narrow, WIDTH))
        file.add_tensor(f"{block}.attn_output.weight", without_first_row(random(source, WIDTH, WIDTH)))
        file.add_tensor(f"{block}.ffn_gate.weight", random(source, INNER, WIDTH))
        file.add_tensor(f"{block}.ffn_up.weight", random(source, INNER, WIDTH))
        file.add_tensor(f"{block}.ffn_down.weight", without_first_row(random(source, WIDTH, INNER)))
    finish(file)


def write_eye(path: Path, source: np.random.Generator) -> None:
    file = gguf.GGUFWriter(str(path), "clip")
    file.add_string("general.type", "mmproj")
    file.add_file_type(gguf.LlamaFileType.ALL_F32)
    file.add_bool("clip.has_vision_encoder", True)
    file.add_string("clip.projector_type", "idefics3")
    file.add_bool("clip.use_gelu", True)
    numbers = {
        "embedding_length": EYE_WIDTH,
        "feed_forward_length": EYE_INNER,
        "block_count": EYE_LAYERS,
        "projection_dim": WIDTH,
        "image_size": EYE_SIDE,
        "patch_size": PATCH,
        "attention.head_count": EYE_HEADS,
        "projector.scale_factor": SCALE,
        "preproc_image_size": 256,
    }
    for name, number in numbers.items():
        file.add_uint32(f"clip.vision.{name}", number)
    file.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    file.add_array("clip.vision.image_mean", [0.5] * 3)
    file.add_array("clip.vision.image_std", [0.5] * 3)
    file.add_tensor("v.patch_embd.weight", random(source, EYE_WIDTH, 3, PATCH, PATCH))
    file.add_tensor("v.patch_embd.bias", random(source, EYE_WIDTH))
    file.add_tensor("v.position_embd.weight", random(source, (EYE_SIDE // PATCH) ** 2, EYE_WIDTH))
    file.add_tensor("v.post_ln.weight", np.ones(EYE_WIDTH, np.float32))
    file.add_tensor("v.post_ln.bias", np.zeros(EYE_WIDTH, np.float32))
    for number in range(EYE_LAYERS):
        block = f"v.blk.{number}"
        for name in ("ln1", "ln2"):
            file.add_tensor(f"{block}.{name}.weight", np.ones(EYE_WIDTH, np.float32))
            file.add_tensor(f"{block}.{name}.bias", np.zeros(EYE_WIDTH, np.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            file.add_tensor(f"{block}.{name}.weight", random(source, EYE_WIDTH, EYE_WIDTH))
            file.add_tensor(f"{block}.{name}.bias", np.zeros(EYE_WIDTH, np.float32))
        file.add_tensor(f"{block}.ffn_up.weight", random(source, EYE_INNER, EYE_WIDTH))
        file.add_tensor(f"{block}.ffn_up.bias", np.zeros(EYE_INNER, np.float32))
        file.add_tensor(f"{block}.ffn_down.weight", random(source, EYE_WIDTH, EYE_INNER))
        file.add_tensor(f"{block}.ffn_down.bias", np.zeros(EYE_WIDTH, np.float32))
    file.add_tensor("mm.model.fc.weight", random(source, WIDTH, EYE_WIDTH * SCALE * SCALE))
    finish(file)


def finish(file: gguf.GGUFWriter) -> None:
    file.write_header_to_file()
    file.write_kv_data_to_file()
    file.write_tensors_to_file()
    file.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    generator = np.random.default_rng(0)
    write_text_model(folder / "tiny-vlm.gguf", generator)
    write_eye(folder / "mmproj-tiny-vlm.gguf", generator)

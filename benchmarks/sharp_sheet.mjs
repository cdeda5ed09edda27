// The sheet of opsin.sheet as sharp draws it: what servers of this kind are usually built on.
// One JSON line in, one out: {"files": [paths], "same": bool, "out": path?} gives {"cpu": ms, "bytes": n}.
// "same" false: every picture is blown up to its cell, as such servers do. "same" true: opsin's own job, nothing
// blown up, tiles handed over uncompressed. sharp is found from the folder in OPSIN_BENCH_NODE_MODULES.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { createRequire } from 'node:module';

const modules = process.env.OPSIN_BENCH_NODE_MODULES;
const sharp = createRequire(path.join(modules, 'from-here.js'))('sharp');

const CANVAS = 1092;
const STRIP = 20;
const PAD = 4;
const GROUND = { r: 24, g: 24, b: 28 };
const CAPTION = '1600×1200 · CC BY-SA 4.0 · upload.wikimedia.org';
const SEGMENTS = ['abcdef', 'bc', 'abged', 'abgcd', 'fgbc', 'afgcd', 'afgedc', 'abc', 'abcdefg', 'abcdfg'];

function digit(number, x, y, w, h, t) {
  const middle = y + Math.floor((h - t) / 2);
  const bars = {
    a: [x, y, w, t],
    g: [x, middle, w, t],
    d: [x, y + h - t, w, t],
    f: [x, y, t, Math.floor((h + t) / 2)],
    b: [x + w - t, y, t, Math.floor((h + t) / 2)],
    e: [x, middle, t, h - (middle - y)],
    c: [x + w - t, middle, t, h - (middle - y)],
  };
  return [...SEGMENTS[number]].map((segment) => bars[segment]);
}

function badge(number) {
  const digits = [...String(number)];
  const bars = digits.flatMap((d, place) => digit(Number(d), 7 + place * 14, 6, 9, 18, 3));
  return { width: digits.length * 14 + 9, height: 30, bars };
}

function rectangle(x, y, width, height, fill) {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}

async function tile(bytes, width, height, same) {
  const upright = sharp(bytes).rotate();
  if (!same) {
    const input = await upright
      .resize(width, height, { fit: 'contain', background: GROUND })
      .flatten({ background: GROUND })
      .toColourspace('srgb')
      .png({ compressionLevel: 0 })
      .toBuffer();
    return { input, left: 0, top: 0 };
  }
  const { data, info } = await upright
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: GROUND })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    raw: { width: info.width, height: info.height, channels: info.channels },
    left: Math.floor((width - info.width) / 2),
    top: Math.floor((height - info.height) / 2),
  };
}

async function compose(pictures, same) {
  const count = pictures.length;
  const columns = count <= 4 ? 2 : count <= 9 ? 3 : 4;
  const rows = Math.ceil(count / columns);
  const cell = Math.floor(CANVAS / columns);
  const width = cell - 2 * PAD;
  const height = cell - 2 * PAD - STRIP;
  const tiles = await Promise.all(pictures.map((bytes) => tile(bytes, width, height, same)));
  const corner = (index) => [(index % columns) * cell + PAD, Math.floor(index / columns) * cell + PAD];
  const drawn = pictures.map((_, index) => {
    const [left, top] = corner(index);
    const { width: w, height: h, bars } = badge(index + 1);
    return [
      rectangle(left, top, w, h, '#000'),
      ...bars.map(([x, y, across, down]) => rectangle(left + x, top + y, across, down, '#fff')),
      `<text x="${left}" y="${top + cell - PAD - 14}" font-family="DejaVu Sans" font-size="13" fill="#e6e6e6">`,
      `${CAPTION.slice(0, Math.floor(width / 7))}</text>`,
    ].join('');
  });
  const size = { width: columns * cell, height: rows * cell };
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${drawn.join('')}</svg>`;
  const layers = tiles.map((one, index) => {
    const [left, top] = corner(index);
    return { ...one, left: left + one.left, top: top + one.top };
  });
  return sharp({ create: { ...size, channels: 3, background: GROUND } })
    .composite([...layers, { input: Buffer.from(svg), left: 0, top: 0 }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

console.log(JSON.stringify({ sharp: sharp.versions.sharp }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  const pictures = job.files.map((file) => fs.readFileSync(file));
  const before = process.cpuUsage();
  const sheet = await compose(pictures, job.same);
  const used = process.cpuUsage(before);
  if (job.out) fs.writeFileSync(job.out, sheet);
  console.log(JSON.stringify({ cpu: (used.user + used.system) / 1e3, bytes: sheet.length }));
}

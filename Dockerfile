# Written by scripts/write_packaging.py: `make packaging` writes it anew.
#   docker build -t opsin .
#   docker run --rm -i -v opsin:/data opsin                    over standard input and output
#   docker run --rm -p 127.0.0.1:8931:8931 -e OPSIN_HTTP_TOKEN=… opsin serve --http 0.0.0.0:8931
FROM python:3.13-slim AS build
WORKDIR /build
COPY requirements/build.txt requirements/run.txt requirements/
RUN python -m venv /opt/opsin \
 && /opt/opsin/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt -r requirements/run.txt
COPY pyproject.toml README.md LICENSE THIRD_PARTY.md ./
COPY skills skills
COPY src src
RUN /opt/opsin/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
 && /opt/opsin/bin/python -m compileall -q /opt/opsin/lib

FROM python:3.13-slim
LABEL org.opencontainers.image.title="opsin" \
      org.opencontainers.image.description="Eyes for AI agents: pictures and icons on one numbered contact sheet, local images as text" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      io.modelcontextprotocol.server.name="io.github.opsin/opsin"
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --create-home --shell /usr/sbin/nologin opsin \
 && install -d -o opsin -g opsin /data
COPY --from=build /opt/opsin /opt/opsin
ENV PATH=/opt/opsin/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    OPSIN_STATE_DIR=/data/state \
    OPSIN_OUTPUT_DIR=/data/downloads
VOLUME /data
WORKDIR /data
USER opsin
# Of use with `serve --http 0.0.0.0:8931`; over standard input and output there is nothing to ask, and that is well.
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", "import socket, urllib.request as ask; \
listens = not socket.socket().connect_ex(('127.0.0.1', 8931)); \
listens and ask.urlopen('http://127.0.0.1:8931/health', timeout=4)"]
ENTRYPOINT ["opsin"]
CMD ["serve"]

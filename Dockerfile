# The package of `npm run package -w tools/release` on Node; see deploy/container/README.md.

# --build-arg PREVIOUS=koppelpunt:0.1.0 keeps that release's scripts for open pages.
ARG PREVIOUS=none

FROM --platform=$BUILDPLATFORM scratch AS none
WORKDIR /app/dist

# hadolint ignore=DL3006
FROM --platform=$BUILDPLATFORM ${PREVIOUS} AS previous

# The package contains nothing compiled, so one build serves every platform.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS installed
WORKDIR /src
# Copies manifests first, so that source changes keep the installed packages cached.
COPY package.json package-lock.json .npmrc ./
COPY tools/build/package.json tools/build/
COPY tools/contract/package.json tools/contract/
COPY tools/programs/package.json tools/programs/shell tools/programs/
COPY tools/release/package.json tools/release/
COPY tools/services/package.json tools/services/
COPY tools/test/package.json tools/test/
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .

# Practice image for compose.yaml: the sandbox and the set-up of other services.
FROM installed AS sandbox
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends openssl \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 10001 -g 10001 /src/.sandbox /prepared
USER 10001:10001
ENTRYPOINT ["node"]
CMD ["tools/services/compose/sandbox.ts"]

FROM installed AS build
COPY --from=previous /app/dist previous
ARG BUILD_COMMIT
RUN if [ -d previous/client ]; then npm run build -- --previous previous; else npm run build; fi
RUN npm run package -w tools/release -- --out package

# Removes npm and yarn, which are needed only for the build.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  /usr/local/bin/docker-entrypoint.sh

FROM runtime AS portal
ARG VERSION=unknown
ARG BUILD_COMMIT
LABEL org.opencontainers.image.title="Koppelpunt" \
  org.opencontainers.image.description="Couples a point-of-sale and webshop administration to SnelStart" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${BUILD_COMMIT}" \
  org.opencontainers.image.base.name="node:24-bookworm-slim"
# Limits V8's heap; the portal needs some 40 MB.
ENV NODE_ENV=production HOST=0.0.0.0 NODE_OPTIONS="--max-old-space-size=128 --max-semi-space-size=4"
WORKDIR /app
COPY --from=build /src/package ./
USER 10001:10001
EXPOSE 4321
STOPSIGNAL SIGTERM
# Uses bash, because a second Node would take 60 MB and a tenth of a second each time.
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s --start-interval=1s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-4321} && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
ENTRYPOINT ["node", "server/main.ts"]

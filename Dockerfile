# The portal as an image: what `npm run package` makes, on Node. deploy/container/README.md says how to
# build and run it. `npm run test:deploy` does these steps where there is no container engine: what a
# RUN names is therefore relative to its WORKDIR, but for what belongs to the base image.

# Pages that are open when a release begins still ask for scripts of the release before:
# --build-arg PREVIOUS=koppelpunt:0.1.0 takes those along.
ARG PREVIOUS=none

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS node

FROM scratch AS none
WORKDIR /app/dist

# hadolint ignore=DL3006
FROM ${PREVIOUS} AS previous

FROM node AS installed
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .

# For practice only, with compose.yaml: the sandbox, and what sets the other services up.
FROM installed AS sandbox
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -y --no-install-recommends openssl \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o 10001 -g 10001 /src/.sandbox /prepared
USER 10001:10001
ENTRYPOINT ["node"]
CMD ["real/compose/sandbox.ts"]

FROM installed AS build
COPY --from=previous /app/dist previous
RUN if [ -d previous/client ]; then npm run build -- --previous previous; else npm run build; fi
RUN npm run package -- --out package

# npm and yarn are there to build; whoever gets into a portal shall not find them.
FROM node AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /opt/yarn-* \
  /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  /usr/local/bin/docker-entrypoint.sh

FROM runtime AS portal
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Koppelpunt" \
  org.opencontainers.image.description="Couples a point-of-sale and webshop administration to SnelStart" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.base.name="node:24-bookworm-slim"
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
COPY --from=build /src/package ./
USER 10001:10001
EXPOSE 4321
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4321}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/main.ts"]

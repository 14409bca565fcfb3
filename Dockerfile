# The service on Node. `compose.yaml` runs it; docs/operate/container.md tells the rest.
#
# Debian's slim image rather than Alpine: it has the C library (glibc) that the tests run on, and
# SQLite's native library is built for either.
FROM node:22-slim AS base

FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY build.mjs tsconfig.json vite.config.ts ./
COPY build build
COPY src src
COPY data data
COPY docs docs
# For /status: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
RUN node build.mjs

# Everything else is bundled into dist/.
FROM base AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM base
# Reached by others, it does not start until AGENT_TOKENS, a JWT's key or ALLOW_PUBLIC says who may
# call. Its heap has a bound below the gigabyte that a container should be given. No token is set here: one in an image would be everybody's.
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8787 \
    DATABASE_URL=file:/data/launchboard.db \
    NODE_OPTIONS=--max-old-space-size=768
RUN install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# Of a private checkout (umask 077) too, the user can read what is copied.
COPY --chmod=755 data/migrations data/migrations
COPY --chmod=644 package.json LICENSE ./
USER node
VOLUME /data
EXPOSE 8787
# The exec form has no shell and no curl.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1: it gets SIGTERM, and stops when the answers under way have ended.
CMD ["node", "dist/node.js"]

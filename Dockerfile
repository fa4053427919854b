# Two images from one build: `docker build --target server .` and `docker build --target agent .`.
# The agent runs as root because it looks at the processes of others; it needs no privilege and no capability but
# DAC_OVERRIDE, for sockets of other users. scripts/build-images.sh makes the same images where nothing can be pulled.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE} AS sigil
ENV NODE_ENV=production
COPY --from=build /build/package.json /build/LICENSE /opt/sigil/
COPY --from=build /build/node_modules /opt/sigil/node_modules
COPY --from=build /build/dist /opt/sigil/dist
RUN ln -s /opt/sigil/dist/agent/main.js /usr/local/bin/sigil-agent \
 && ln -s /opt/sigil/dist/server/main.js /usr/local/bin/sigil-server

FROM sigil AS server
RUN install -d -o 65532 -g 65532 /var/lib/sigil /run/sigil
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/sigil-server"]
CMD ["run", "-config", "/etc/sigil/server.conf"]

FROM sigil AS agent
RUN install -d /var/lib/sigil /run/sigil
ENTRYPOINT ["/usr/local/bin/sigil-agent"]
CMD ["run", "-config", "/etc/sigil/agent.conf"]

# The dependencies are installed in a stage of their own; the image gets the result, without pip's traces.
FROM python:3.13-slim AS build
COPY requirements.lock /
RUN python -m venv /opt/dealer \
    && /opt/dealer/bin/pip install --disable-pip-version-check --no-cache-dir --require-hashes --requirement /requirements.lock \
    && mkdir /data

FROM python:3.13-slim
ENV PATH=/opt/dealer/bin:$PATH \
    PYTHONPATH=/app \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DEALER_DATABASE_FILE=/data/dealer.sqlite3
COPY --from=build /opt/dealer /opt/dealer
COPY --from=build --chown=10001:10001 /data /data
COPY LICENSE /app/
COPY bot /app/bot
COPY games /app/games
COPY migrations /app/migrations
# The root is read-only when it runs, so it is compiled now; the health check, above all, should not compile every time.
RUN python -m compileall -q --invalidation-mode unchecked-hash /app
USER 10001:10001
# Everything that is written is written here; a config.toml that lies here is read.
WORKDIR /data
VOLUME /data
# A bot that is stuck gives no sign of life: its heartbeat in the database grows older than a minute and a half. Docker only
# shows that; after two minutes the bot ends itself, and Docker starts it again.
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=2 CMD ["python", "-m", "bot", "health"]
STOPSIGNAL SIGTERM
# Python itself is the first process, so that the signal reaches it.
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]

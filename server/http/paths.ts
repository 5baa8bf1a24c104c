export const WEBHOOK_PATH = '/line/webhook'

/** All other paths belong to the app. `/metrics` is served only on the metrics port. */
export const notOfTheApp = /^\/(api|line|healthz|readyz|metrics|__[^/]*)(\/|$)/

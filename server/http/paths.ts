/** LINE sends its webhooks to this path. */
export const WEBHOOK_PATH = '/line/webhook'

/**
 * Matches paths of the API, of LINE's webhooks, of monitoring and of the emulator; all other paths belong to the app. `/metrics`
 * is served only on a port of its own.
 */
export const notOfTheApp = /^\/(api|line|healthz|readyz|metrics|__[^/]*)(\/|$)/

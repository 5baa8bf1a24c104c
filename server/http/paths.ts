/** Paths that are not the app's but the API's, monitoring's or the emulator's; `/metrics` is on another port alone. */
export const notOfTheApp = /^\/(api|healthz|readyz|metrics|__[^/]*)(\/|$)/

/**
 * Matches paths of the API, of monitoring and of the emulator; all other paths belong to the app. `/metrics`
 * is served only on a port of its own.
 */
export const notOfTheApp = /^\/(api|healthz|readyz|metrics|__[^/]*)(\/|$)/

/** Matches paths of the API, of monitoring and of the emulator; the app has all others. `/metrics` answers only on its own port. */
export const notOfTheApp = /^\/(api|healthz|readyz|metrics|__[^/]*)(\/|$)/

import { createLater } from './later.tsx'

/** What may stand above or over a screen later on: both say something only when there is something to say. */
export const strip = createLater(async () => (await import('./offline-strip.tsx')).OfflineStrip)
export const toastHost = createLater(async () => (await import('./toast-host.tsx')).ToastHost)

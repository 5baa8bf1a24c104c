import { createLater } from './later.tsx'

/** What may stand over or above a screen later on: both say something only when there is something to say. */
export const strip = createLater(() => import('./offline-strip.tsx'))
export const toastHost = createLater(() => import('./toast-host.tsx'))

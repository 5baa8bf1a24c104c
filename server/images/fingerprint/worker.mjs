import { register } from 'tsx/esm/api'

// A worker thread does not inherit the loader of TypeScript from the thread that starts it.
register()
await import('./read-photos.ts')

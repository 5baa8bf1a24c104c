import { register } from 'tsx/esm/api'

// A worker thread does not inherit the TypeScript loader of its parent.
register()
await import('./read-photos.ts')

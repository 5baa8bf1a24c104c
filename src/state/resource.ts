import type { Resource } from './types.ts'

/** What is known of something, however old; null when nothing is. */
export function known<T>(resource: Resource<T>): T | null {
  return resource.state === 'ready' || resource.state === 'failed' ? resource.value : null
}

/** Whether nothing is known yet, but may be soon. */
export function pending(resource: Resource<unknown>): boolean {
  return resource.state === 'empty' || resource.state === 'loading'
}

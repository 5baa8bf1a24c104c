import { assertNever } from '#contract/assert-never.ts'
import type { Resource } from './types.ts'

/** What is known of something, however old; null when nothing is. */
export function latestValue<T>(resource: Resource<T>): T | null {
  return resource.state === 'ready' || resource.state === 'failed' ? resource.value : null
}

/** The resource with what is known of it changed; while nothing is known it stays as it is. */
export function mapResource<T>(resource: Resource<T>, change: (value: T) => T): Resource<T> {
  switch (resource.state) {
    case 'ready':
      return { ...resource, value: change(resource.value) }
    case 'failed':
      return { ...resource, value: resource.value && change(resource.value) }
    case 'empty':
    case 'loading':
      return resource
    default:
      return assertNever(resource)
  }
}

/** Whether nothing is known yet, but may be soon. */
export function isPending(resource: Resource<unknown>): boolean {
  return resource.state === 'empty' || resource.state === 'loading'
}

import { assertNever } from '#contract/assert-never.ts'
import type { Resource } from './types.ts'

export function latestValue<T>(resource: Resource<T>): T | null {
  return resource.state === 'ready' || resource.state === 'failed' ? resource.value : null
}

export function mapResource<T, U>(resource: Resource<T>, change: (value: T) => U): Resource<U> {
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

export const isMissing = (resource: Resource<unknown>): boolean =>
  resource.state === 'failed' && resource.failure.kind === 'missing'

export function isPending(resource: Resource<unknown>): boolean {
  return resource.state === 'empty' || resource.state === 'loading'
}

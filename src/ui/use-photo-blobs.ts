import { useCallback, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Photo } from '#src/ports.ts'
import { useLoad } from './use-load.ts'

const blobs = new WeakMap<Photo, Blob>()

/** Returns the same blob for the same photo, so that a component does not load it again. */
export function blobOf(photo: Photo): Blob {
  const blob = blobs.get(photo) ?? new Blob([photo.bytes], { type: photo.type })
  blobs.set(photo, blob)
  return blob
}

/** Returns the stored photos by hash, without those that could not be loaded. */
export function useStoredPhotos(hashes: readonly string[]): ReadonlyMap<string, Blob> {
  const { receipts } = useApp()
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Blob>>(new Map())
  const wanted = hashes.join()
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const one = async (sha256: string) => {
        const blob = await receipts.photo(sha256)
        if (blob !== null && isCurrent()) setLoaded(before => new Map(before).set(sha256, blob))
      }
      await Promise.all(wanted.split(',').filter(Boolean).map(one))
    },
    [receipts, wanted],
  )
  useLoad(load)
  return loaded
}

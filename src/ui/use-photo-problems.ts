import { useCallback, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import type { Photo, PhotoProblem } from '#src/ports.ts'
import { useLoad } from './use-load.ts'
import { blobOf } from './use-photo-blobs.ts'

/** Checks the photos on the phone. Returns problems by photo hash. */
export function usePhotoProblems(photos: readonly Photo[]): ReadonlyMap<string, PhotoProblem> {
  const app = useApp()
  const [found, setFound] = useState<ReadonlyMap<string, PhotoProblem | null>>(new Map())
  const unknown = photos.find(({ sha256 }) => !found.has(sha256))
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      if (unknown === undefined) return
      const problem = await app.photos.problem(blobOf(unknown))
      if (isCurrent()) setFound(before => new Map(before).set(unknown.sha256, problem))
    },
    [app, unknown],
  )
  useLoad(load)
  return new Map([...found].flatMap(([hash, problem]) => (problem === null ? [] : [[hash, problem]])))
}

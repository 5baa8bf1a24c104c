import { useEffect, useRef, useState } from 'react'
import { AvatarView } from './avatar-view.tsx'

/** The customer's LINE picture; an outline where there is none or it cannot be had. `size` in CSS pixels. */
export function Avatar({ url, size }: { readonly url: string | null; readonly size: number }) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // It may have failed before React was there to hear of it.
    if (picture.current?.complete && picture.current.naturalWidth === 0) setBroken(url)
  }, [url])
  return (
    <AvatarView
      url={url === broken ? null : url}
      size={size}
      picture={picture}
      onError={() => setBroken(url)}
    />
  )
}

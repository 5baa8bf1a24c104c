import { useEffect, useRef, useState } from 'react'
import { AvatarView } from './avatar-view.tsx'

/** Shows an icon if the customer has no LINE picture or the picture fails to load. `size` is in CSS pixels. */
export function Avatar({ url, size }: { readonly url: string | null; readonly size: number }) {
  const [broken, setBroken] = useState<string | null>(null)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // The picture may have failed to load before React attached `onError`.
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

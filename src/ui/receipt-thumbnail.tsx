import { useCallback, useState } from 'react'
import { useApp } from '#src/app-context.ts'
import { Icon } from './icon.tsx'
import css from './thumbnail.module.css'
import { useLoad } from './use-load.ts'
import { useObjectUrl } from './use-object-url.ts'

/**
 * Shows an icon for a photo that is not on the phone: downloading twenty would take minutes on a slow connection.
 * Hidden from screen readers, because the card's text contains the same information.
 */
export function ReceiptThumbnail({ sha256 }: { readonly sha256: string | undefined }) {
  const { receipts } = useApp()
  const [blob, setBlob] = useState<Blob | null>(null)
  const load = useCallback(
    async (isCurrent: () => boolean) => {
      const small = sha256 === undefined ? null : await receipts.thumbnail(sha256)
      if (isCurrent()) setBlob(small)
    },
    [receipts, sha256],
  )
  useLoad(load)
  const url = useObjectUrl(blob)
  return (
    <span className={css.tall} aria-hidden="true">
      {url === null ? <Icon name="receipt" size={26} /> : <img src={url} alt="" width={56} height={72} />}
    </span>
  )
}

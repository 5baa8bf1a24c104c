import { useState } from 'react'
import { type Fields, fieldsOf } from '../../fields.ts'
import { areaOf } from './area.ts'
import { drawEach } from './draw-each.ts'
import { listOf, numberOf, textOf } from './fields.ts'
import styles from './imagemap.module.css'
import { Picture } from './picture.tsx'
import { TapArea } from './tap-area.tsx'
import { Video } from './video.tsx'

/** Width in pixels of an imagemap's coordinates and of its largest picture. */
const BASE_WIDTH = 1040

type Size = { readonly width: number; readonly height: number }

function ImagemapVideo({ video, size }: { readonly video: Fields; readonly size: Size }) {
  const [ended, setEnded] = useState(false)
  const link = fieldsOf(video.externalLink)
  const label = textOf(link.label)
  return (
    <div className={styles.video} style={areaOf(video.area, size)}>
      <Video url={video.originalContentUrl} preview={video.previewImageUrl} onEnded={() => setEnded(true)} />
      {ended && label !== '' && (
        <div className={styles.link}>
          <TapArea action={{ type: 'uri', label, uri: link.linkUri }} />
          {label}
        </div>
      )}
    </div>
  )
}

export function ImagemapMessage({ message }: { readonly message: Fields }) {
  const size = { width: BASE_WIDTH, height: numberOf(fieldsOf(message.baseSize).height) ?? BASE_WIDTH }
  const video = fieldsOf(message.video)
  return (
    <div className={styles.map} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
      <Picture
        url={`${textOf(message.baseUrl)}/${BASE_WIDTH}`}
        alt={textOf(message.altText)}
        className={styles.picture}
      />
      {message.video !== undefined && <ImagemapVideo video={video} size={size} />}
      {drawEach(listOf(message.actions), action => (
        <TapArea action={action} style={{ inset: 'auto', ...areaOf(action.area, size) }} />
      ))}
    </div>
  )
}

import { useTexts } from '../language/use-texts.tsx'
import { toBrowserUrl } from '../state/origins.ts'
import styles from './action-sheet.module.css'
import type { Frame } from './use-frame.ts'

export function WindowRequestSheet({ frame }: { frame: Frame }) {
  const { phone } = useTexts()
  const { windowRequest } = frame
  if (!windowRequest) return null
  const { url, external } = windowRequest
  return (
    <div className={styles.back} data-place="sheet">
      <div className={styles.box}>
        <p className={styles.question}>{external ? phone.opensBrowser : phone.opensLine}</p>
        <p className={styles.url}>{url}</p>
        <button
          type="button"
          onClick={() => {
            open(external ? toBrowserUrl(url) : url, '_blank', 'noopener')
            frame.dismissWindowRequest()
          }}
        >
          {phone.openInTab}
        </button>
        <button type="button" onClick={frame.dismissWindowRequest}>
          {phone.stay}
        </button>
      </div>
    </div>
  )
}

import { useTexts } from '../language/use-texts.tsx'
import { toBrowserUrl } from '../state/origins.ts'
import styles from './sheet.module.css'
import type { Frame } from './use-frame.ts'

export function WindowRequestSheet({ frame }: { frame: Frame }) {
  const { phone } = useTexts()
  const { windowRequest } = frame
  if (!windowRequest) return null
  const { url, external } = windowRequest
  return (
    <div className={styles.back}>
      <div className={styles.sheet}>
        <p>
          {external ? phone.opensBrowser : phone.opensLine}
          <span className={styles.url}>{url}</span>
        </p>
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

import { useTexts } from '../language/use-texts.tsx'
import styles from './status-bar.module.css'

type StatusBarProps = {
  readonly time: string
  readonly offline: boolean
}

export function StatusBar({ time, offline }: StatusBarProps) {
  const { phone } = useTexts()
  return (
    <div className={styles.bar}>
      <span>{time}</span>
      <span className={styles.icons}>
        {offline ? (
          <span className={styles.offline}>{phone.noNetwork}</span>
        ) : (
          <>
            <svg width="17" height="12" viewBox="0 0 17 12" aria-hidden="true">
              <path
                d="M1 9h2.500v2H1zM5 6.500h2.500V11H5zM9 4h2.500v7H9zM13 1h2.500v10H13z"
                fill="currentColor"
              />
            </svg>
            <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
              <path d="M8 11.500 0.500 3.300a11 11 0 0 1 15 0z" fill="currentColor" />
            </svg>
          </>
        )}
        <svg width="25" height="12" viewBox="0 0 25 12" aria-hidden="true">
          <rect
            x=".6"
            y=".6"
            width="20.800"
            height="10.800"
            rx="3.200"
            fill="none"
            stroke="currentColor"
            opacity=".5"
          />
          <rect x="2.400" y="2.400" width="15" height="7.200" rx="1.800" fill="currentColor" />
          <path d="M23 4v4a2.200 2.200 0 0 0 0-4z" fill="currentColor" opacity=".5" />
        </svg>
      </span>
    </div>
  )
}

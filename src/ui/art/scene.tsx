import { Can } from './can.tsx'

/** The can lies on its side (`asleep`) for errors and after the end of the campaign. */
export function Scene({ asleep = false }: { asleep?: boolean }) {
  return (
    <svg width="200" height="190" viewBox="0 0 200 190" aria-hidden="true" focusable="false">
      <circle cx="100" cy="96" r="84" fill="var(--accent-soft)" />
      <g
        transform={
          asleep ? 'translate(160 96) rotate(82) scale(.62)' : 'translate(70 22) rotate(8 30 70) scale(.66)'
        }
      >
        <Can id="scene" />
      </g>
      <g fill="none" stroke="var(--accent-text)" strokeWidth="2" opacity={asleep ? 0.35 : 0.65}>
        <circle cx="36" cy="60" r="9" />
        <circle cx="52" cy="34" r="4" />
        <circle cx="166" cy="58" r="6" />
        <circle cx="174" cy="130" r="10" />
        <circle cx="30" cy="126" r="5" />
      </g>
    </svg>
  )
}

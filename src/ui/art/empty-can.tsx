/** A receipt that is waiting to be filled, with bubbles. */
export function EmptyCan() {
  return (
    <svg width="132" height="120" viewBox="0 0 132 120" aria-hidden="true" focusable="false">
      <circle cx="66" cy="62" r="52" fill="var(--accent-soft)" />
      <g transform="rotate(-7 66 60)">
        <path
          d="M42 18l6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5v84l-6-5-6 5-6-5-6 5-6-5-6 5-6-5-6 5z"
          fill="var(--surface)"
          stroke="var(--accent-text)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path
          d="M53 42h26M53 54h26M53 66h14"
          stroke="var(--accent-line)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx="77" cy="79" r="8" fill="var(--accent)" />
        <path d="M76 70c1-4 5-6 9-5-1 4-5 6-9 5z" fill="var(--leaf)" />
      </g>
      <g fill="none" stroke="var(--accent-text)" strokeWidth="1.800" opacity=".6">
        <circle cx="20" cy="36" r="6" />
        <circle cx="112" cy="30" r="4" />
        <circle cx="116" cy="84" r="7" />
        <circle cx="14" cy="82" r="3" />
      </g>
    </svg>
  )
}

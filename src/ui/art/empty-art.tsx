export type EmptyThing = 'receipt' | 'answer' | 'gift' | 'ticket'

const outline = {
  fill: 'var(--surface)',
  stroke: 'var(--accent-text)',
  strokeWidth: 2,
  strokeLinejoin: 'round',
} as const
const rows = { fill: 'none', stroke: 'var(--accent-line)', strokeWidth: 4, strokeLinecap: 'round' } as const

const things = {
  receipt: (
    <>
      <path {...outline} d="M42 18l6 5 6-5 6 5 6-5 6 5 6-5 6 5 6-5v84l-6-5-6 5-6-5-6 5-6-5-6 5-6-5-6 5z" />
      <path {...rows} d="M53 42h26M53 54h26M53 66h14" />
    </>
  ),
  answer: (
    <>
      <path
        {...outline}
        d="M36 28h60a8 8 0 0 1 8 8v38a8 8 0 0 1-8 8H64L48 98V82H36a8 8 0 0 1-8-8V36a8 8 0 0 1 8-8z"
      />
      <path {...rows} d="M42 46h46M42 60h26" />
    </>
  ),
  gift: (
    <>
      <path {...outline} d="M36 56h60v44H36zM30 40h72v16H30z" />
      <path {...outline} d="M66 40c-6-18-28-20-26-8 1 7 14 8 26 8zM66 40c6-18 28-20 26-8-1 7-14 8-26 8z" />
      <path {...rows} d="M66 58v40" />
    </>
  ),
  ticket: (
    <>
      <path {...outline} d="M26 38h80v14a9 9 0 0 0 0 18v14H26V70a9 9 0 0 0 0-18z" />
      <path {...rows} strokeDasharray="1 9" d="M82 44v36" />
      <path {...rows} d="M42 54h24M42 67h14" />
    </>
  ),
} as const

export function EmptyArt({ of }: { readonly of: EmptyThing }) {
  return (
    <svg width="132" height="120" viewBox="0 0 132 120" aria-hidden="true" focusable="false">
      <circle cx="66" cy="62" r="52" fill="var(--accent-soft)" />
      <g transform="rotate(-7 66 60)">
        {things[of]}
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

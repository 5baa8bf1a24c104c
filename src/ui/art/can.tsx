/** Draws the campaign's can (120 by 210 units) inside another SVG. A unique `id` keeps its gradients from clashing. */
export function Can({ id }: { id: string }) {
  return (
    <g>
      <defs>
        <linearGradient id={`${id}-body`} x1="0" x2="1">
          <stop offset="0" stopColor="#ffd6e0" />
          <stop offset=".18" stopColor="#fff" />
          <stop offset=".5" stopColor="#ffeef2" />
          <stop offset=".82" stopColor="#ffc0d0" />
          <stop offset="1" stopColor="#f08ba6" />
        </linearGradient>
        <linearGradient id={`${id}-metal`} x1="0" x2="1">
          <stop offset="0" stopColor="#b9b4c0" />
          <stop offset=".3" stopColor="#fff" />
          <stop offset=".7" stopColor="#dcd7e2" />
          <stop offset="1" stopColor="#948d9e" />
        </linearGradient>
        <radialGradient id={`${id}-fruit`} cx=".36" cy=".3" r=".8">
          <stop offset="0" stopColor="#ff7a9b" />
          <stop offset=".55" stopColor="#dd1c55" />
          <stop offset="1" stopColor="#8f0b37" />
        </radialGradient>
      </defs>
      <path d="M22 14h76l12 18v150l-12 18H22l-12-18V32z" fill={`url(#${id}-metal)`} />
      <ellipse cx="60" cy="14" rx="38" ry="7" fill="#e9e5ee" />
      <ellipse cx="60" cy="14" rx="31" ry="5" fill="#b8b1c2" />
      <path d="M52 12c0-3 16-3 16 0s-4 4-8 4-8-1-8-4z" fill="#f6f3f9" />
      <path d="M10 34h100v146H10z" fill={`url(#${id}-body)`} />
      <path d="M10 34h100v10c-30 10-68-8-100 4z" fill="#dd1c55" />
      <path d="M10 180v-22c30-14 66 10 100-6v28z" fill="#dd1c55" />
      <path d="M10 168c30-14 66 10 100-6v6c-34 16-70-8-100 6z" fill="#ff9db5" opacity=".8" />
      <g transform="translate(60 112)">
        <circle r="31" fill={`url(#${id}-fruit)`} />
        <g fill="#ffb3c6" opacity=".55">
          <circle cx="-17" cy="-8" r="2.200" />
          <circle cx="-9" cy="-18" r="2.200" />
          <circle cx="3" cy="-22" r="2" />
          <circle cx="-20" cy="5" r="2" />
          <circle cx="-7" cy="-5" r="2.400" />
          <circle cx="5" cy="-11" r="2.200" />
          <circle cx="-10" cy="8" r="2.200" />
        </g>
        <path d="M31 0A31 31 0 01-12 28.600C-4 16 4 20 10 8 15-2 24 2 28-13A31 31 0 0131 0z" fill="#fff6f8" />
        <path d="M8 20c6-2 10-7 12-13" stroke="#f3c9d5" strokeWidth="3" strokeLinecap="round" fill="none" />
        <path d="M-2-30c4-12 16-16 27-13-3 11-14 18-27 13z" fill="#1d9a57" />
        <path d="M0-31c8-2 14-6 20-10" stroke="#0d6b39" strokeWidth="1.500" fill="none" />
      </g>
      <text x="60" y="72" textAnchor="middle" fontSize="23" fontWeight="800" fill="#b00c42">
        ฟองฟู
      </text>
      <path d="M22 50v116" stroke="#fff" strokeWidth="5" strokeLinecap="round" opacity=".75" />
    </g>
  )
}

import css from './celebrate.module.css'

const colours = ['#ee2a63', '#ffb3c6', '#ffc53d', '#1d9a57', '#5db5f0']
const bits = Array.from({ length: 22 }, (_, index) => ({
  key: index,
  // Golden-angle steps spread the confetti evenly. The result is the same on every phone.
  angle: (index * 137.5) % 360,
  reach: 66 + ((index * 37) % 26),
  colour: colours[index % colours.length],
  round: index % 3 === 0,
}))

/** Shown after a success. Not animated if the user prefers reduced motion. */
export function Celebrate() {
  return (
    <svg className={css.celebrate} viewBox="-100 -96 200 192" aria-hidden="true" focusable="false">
      <g className={css.confetti}>
        {bits.map(({ key, angle, reach, colour, round }) => (
          <g key={key} transform={`rotate(${angle}) translate(${reach} 0) rotate(${angle * 2})`}>
            {round ? (
              <circle r="4" fill={colour} />
            ) : (
              <rect x="-5" y="-2.500" width="10" height="5" rx="1.500" fill={colour} />
            )}
          </g>
        ))}
      </g>
      <circle r="50" fill="var(--accent-soft)" />
      <circle r="39" fill="var(--accent)" />
      <path
        className={css.tick}
        d="M-17 1l12 12 22-25"
        fill="none"
        stroke="#fff"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

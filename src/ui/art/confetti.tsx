import css from './confetti.module.css'

const colours = ['#ee2a63', '#ffb3c6', '#ffc53d', '#1d9a57', '#5db5f0']
const bits = Array.from({ length: 36 }, (_, index) => ({
  key: index,
  // Golden-ratio steps spread the confetti evenly. The result is the same on every phone.
  left: (index * 61.8) % 100,
  delay: (index * 137) % 900,
  fall: 1900 + ((index * 211) % 1300),
  colour: colours[index % colours.length],
  round: index % 4 === 0,
}))

/** Confetti that falls once over the whole screen. Hidden if the user prefers reduced motion. */
export function Confetti() {
  return (
    <div className={css.confetti} aria-hidden="true">
      {bits.map(({ key, left, delay, fall, colour, round }) => (
        <i
          key={key}
          style={{
            left: `${left}%`,
            background: colour,
            borderRadius: round ? '50%' : 2,
            animationDelay: `${delay}ms`,
            animationDuration: `${fall}ms`,
          }}
        />
      ))}
    </div>
  )
}

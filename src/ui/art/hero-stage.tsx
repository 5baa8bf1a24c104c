import { classNames } from '#src/ui/class-names.ts'
import { Can } from './can.tsx'
import css from './hero-stage.module.css'

const bubbles = [
  [222, 62, 7, 0.3],
  [214, 250, 6, 1.9],
  [247, 300, 9, 0.7],
  [342, 84, 9, 1.4],
  [350, 262, 11, 0.5],
  [226, 128, 5, 2.2],
  [300, 44, 5, 1.1],
  [180, 66, 5, 2.5],
] as const

export function HeroStage() {
  return (
    <>
      <svg
        className={css.stage}
        viewBox="0 0 360 400"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <defs>
          <linearGradient id="beam" x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor="#fff" stopOpacity=".5" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </linearGradient>
        </defs>
        <g fill="url(#beam)">
          <path d="M250-10L140 370h100z" opacity=".45" />
          <path d="M290-10l-70 380h140z" opacity=".55" />
          <path d="M330-10l-10 380h120z" opacity=".4" />
          <path d="M60-20L-70 350h100z" opacity=".25" />
        </g>
      </svg>
      <svg
        className={classNames(css.stage, css.can)}
        viewBox="0 0 360 400"
        preserveAspectRatio="xMaxYMax meet"
        aria-hidden="true"
        focusable="false"
      >
        <g className={css.bubbles} fill="none" stroke="#fff" strokeWidth="1.500">
          {bubbles.map(([x, y, r, delay]) => (
            <g key={`${x}-${y}`} style={{ animationDelay: `${delay}s` }}>
              <circle cx={x} cy={y} r={r} fill="#fff" fillOpacity=".14" strokeOpacity=".55" />
              <path
                d={`M${x - r * 0.5} ${y - r * 0.2}a${r * 0.6} ${r * 0.6} 0 01${r * 0.5}-${r * 0.4}`}
                strokeOpacity=".9"
              />
            </g>
          ))}
        </g>
        <g transform="translate(240 84) rotate(9 60 105) scale(.94)">
          <Can id="hero" />
        </g>
      </svg>
      <svg
        className={css.crowd}
        viewBox="0 180 360 120"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path
          d="M0 268q14-20 30-6 12-22 30-4 4-34 8-40 6-2 6 6l-2 30q14-10 26 6 14-20 32-4 12-16 28-2l-2-34q2-8 8-6l8 40q16-18 32 0 14-16 30-2 10-20 30-4 2-26 6-34 8-4 8 6l-2 30q18-14 32 6 12-16 28-2 12-12 24 2v60H0z"
          fill="#7d0730"
          opacity=".75"
        />
        <path
          d="M0 286q20-24 40-4 16-18 36-2 18-22 40 0 6-30 12-34 7 0 6 8l-4 26q20-14 38 4 18-18 38-2 16-20 38 0 16-18 36 0l2-30q3-8 8-4l4 36q20-14 40 4 12-10 26 0v30H0z"
          fill="#4d041d"
        />
      </svg>
    </>
  )
}

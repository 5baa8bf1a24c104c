/** SVG paths on a 24 by 24 grid. */
const outlines = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M6 9.5l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  camera: 'M4 8h3l1.6-2.5h6.8L17 8h3v11H4zM12 10.2a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.500-2.500L20 17M15.500 9a.6.6 0 100 .01z',
  receipt:
    'M6 3.500l2 1.500 2-1.500 2 1.500 2-1.500 2 1.500 2-1.500v17l-2-1.500-2 1.500-2-1.500-2 1.500-2-1.500-2 1.500zM9 9.500h6M9 13.500h6',
  chat: 'M4 5.500h16v11H11l-4.500 3.500v-3.500H4zM8 9.500h8M8 12.500h5',
  gift: 'M4 9h16v3.500H4zM5.500 12.500V20h13v-7.500M12 9v11M12 9C8 9 6.500 4.500 9 4.500S12 9 12 9s.500-4.500 3-4.500S16 9 12 9z',
  clock: 'M12 3.800a8.200 8.200 0 100 16.400 8.200 8.200 0 000-16.400zM12 7.500V12l3 2',
  rotate: 'M19 12a7 7 0 11-2.500-5.400M17 3v4h-4',
  trash: 'M5 7h14M9.500 7V4.500h5V7M7 7l.800 12.500h8.400L17 7M10.500 10.500v5.500M13.500 10.500v5.500',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  user: 'M12 4a4 4 0 100 8 4 4 0 000-8zM4.500 20c.800-4 3.800-6 7.500-6s6.700 2 7.500 6',
  store:
    'M4.500 4.500h15l1 5a2.800 2.800 0 01-5.600.300 2.900 2.900 0 01-5.800 0 2.800 2.800 0 01-5.600-.300zM5.500 12v8h13v-8M10 20v-4.500h4V20',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.500v2.500H14zM20 14v3M17 20h3M14 20h.01',
  warning: 'M12 4l9 16H3zM12 10v4.500M12 17.300v.01',
  info: 'M12 3.800a8.200 8.200 0 100 16.400 8.200 8.200 0 000-16.400zM12 11v5.500M12 7.800v.01',
  offline:
    'M3 4l18 16M5 10.500a11 11 0 014-2.400M12.500 7.600a11 11 0 016.500 2.900M8 14a6.500 6.500 0 014-1.500M12 18.500v.01',
  ticket:
    'M3.500 6.500h17v3.700a2 2 0 000 3.600v3.700h-17v-3.700a2 2 0 000-3.600zM14.500 7v2M14.500 11v2M14.500 15v2',
  share: 'M12 15V4M8 7.500L12 3.500l4 4M6 11H4.500v9h15v-9H18',
  edit: 'M5 19l1-4.500L16 4.500l3.500 3.500L9.500 18zM14 6.500l3.500 3.500',
  search: 'M10.500 4.500a6 6 0 100 12 6 6 0 000-12zM15 15l4.500 4.500',
  history: 'M4.500 12a7.500 7.500 0 107.500-7.500A7.500 7.500 0 005.500 8M5 4v4h4M12 8v4.500l3 1.500',
  can: 'M7 5.500L8.500 3.500h7L17 5.500v13l-1.500 2h-7L7 18.500zM7 6h10M7 18h10',
  send: 'M4 11.500L20 4l-5 16-3.500-6.500zM11.500 13.500L20 4',
} as const
export type IconName = keyof typeof outlines

/** Hidden from screen readers, because there is a label next to it. `size` is in CSS pixels. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={outlines[name]} />
    </svg>
  )
}

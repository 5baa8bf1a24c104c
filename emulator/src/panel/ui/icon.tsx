const paths = {
  open: 'M9 6l9 6-9 6z',
  reload: 'M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  back: 'M15 5l-7 7 7 7',
  down: 'M6 9l6 6 6-6',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  upload: 'M12 20V9M7 13.500l5-5 5 5M5 4h14',
  right: 'M9 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 18v2',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.500z',
  auto: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 8h6.500M12 12h9M12 16h6.500',
  phone: 'M8 2.500h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM11 18.500h2',
  sparkle: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
  friend: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20c0-4 3-6.500 7-6.500s7 2.500 7 6.500M16.500 9l2 2 3.500-4',
  stranger: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 20c0-4 3-6.500 7-6.500s7 2.500 7 6.500M17 9h5',
  globe:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9s.5-6 3.500-9z',
  language:
    'M4 5.500h9M8.500 3.500v2M11 5.500c-.8 4-3.300 6.800-6.500 8.500M6 8.500c1.200 2.200 3 4 5.500 5M11.500 20.500l4.300-10 4.200 10M13 17.300h5.600',
  hourglass: 'M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.500 2',
  trash: 'M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13',
  reset: 'M4 11a8 8 0 1 1 2.300 6.300M4 4v7h7',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  alert: 'M12 4l9.500 16.500h-19zM12 10v5M12 17.800v.01',
  wifiOff:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.400M19 12a10 10 0 0 0-5-2.700M8.500 15.500a5 5 0 0 1 7 0M12 19v.01',
  keyboard: 'M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M8 14h8',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5',
  star: 'M12 3.500l2.600 5.400 5.900.800-4.300 4.100 1.100 5.900-5.300-2.900-5.300 2.900 1.100-5.900-4.300-4.100 5.900-.800z',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  phones: 'M4 4h7v16H4zM13 4h7v16h-7zM7 17.500h1M16 17.500h1',
  chat: 'M4 5h16v11H10l-4.500 4v-4H4z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9v.01',
  send: 'M4 12l16-8-6 16-3-6zM11 14l9-10',
  smile: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 10v.01M15 10v.01M8 14c1 2 7 2 8 0',
  pin: 'M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 10v.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  plus: 'M12 5v14M5 12h14',
  video: 'M4 6h11v12H4zM15 11l5-3v8l-5-3z',
  mic: 'M12 4a2.500 2.500 0 0 0-2.500 2.500v5a2.500 2.500 0 0 0 5 0v-5A2.500 2.500 0 0 0 12 4zM6.500 11.500a5.500 5.500 0 0 0 11 0M12 17v3.500',
  people:
    'M8.500 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2 20c0-4 2.500-6 6.500-6s6.500 2 6.500 6M15 4.300a3.500 3.500 0 0 1 0 6.400M17.500 14.500c2.800.7 4.500 2.500 4.500 5.500',
  sliders: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 5v4M6 15v4',
} as const

export type IconName = keyof typeof paths

/** Icons are hidden from screen readers, so the surrounding button needs a label. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name === 'open' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'menu' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

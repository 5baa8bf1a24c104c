export function TicketPrize() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <g transform="rotate(-14 28 28)">
        <path d="M8 14h40v9a5 5 0 000 10v9H8v-9a5 5 0 000-10z" fill="#ffb3c6" transform="rotate(16 28 28)" />
        <path d="M8 14h40v9a5 5 0 000 10v9H8v-9a5 5 0 000-10z" fill="#dd1c55" />
        <path d="M37 16v24" stroke="#fff" strokeWidth="1.600" strokeDasharray="3 3" />
        <path
          d="M17 34V23l11-2.500V32"
          stroke="#fff"
          strokeWidth="2.400"
          fill="none"
          strokeLinejoin="round"
        />
        <circle cx="15" cy="34" r="2.800" fill="#fff" />
        <circle cx="26" cy="32" r="2.800" fill="#fff" />
      </g>
    </svg>
  )
}

export function CasePrize() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <g fill="#dd1c55">
        <path d="M11 12l2-3h8l2 3v16H11zM23 12l2-3h8l2 3v16H23zM35 12l2-3h8l2 3v16H35z" />
      </g>
      <path d="M11 14h12v5H11zM23 14h12v5H23zM35 14h12v5H35z" fill="#ffd0dc" />
      <path d="M7 25h42l-3 24H10z" fill="#f3b34c" />
      <path d="M7 25h42l-.800 6H7.800z" fill="#d88f22" />
      <circle cx="28" cy="39" r="6.500" fill="#fff3de" />
      <circle cx="27" cy="40" r="3.600" fill="#dd1c55" />
      <path d="M27 36c.500-2 2.500-3 4.500-2.500-.500 2-2.500 3-4.500 2.500z" fill="#1d9a57" />
    </svg>
  )
}

export function BagPrize() {
  return (
    <svg width="56" height="56" viewBox="0 0 56 56" aria-hidden="true" focusable="false">
      <path d="M19 22v-5a9 9 0 0118 0v5" fill="none" stroke="#a97a3e" strokeWidth="3" />
      <path d="M11 20h34l3 29H8z" fill="#fbe8cc" />
      <path d="M11 20h34l.500 5H10.500z" fill="#efd3a6" />
      <circle cx="24" cy="37" r="6" fill="#dd1c55" />
      <circle cx="33" cy="39" r="5" fill="#ee5b84" />
      <path d="M25 31c1-4 5-5 9-4-1 4-5 6-9 4z" fill="#1d9a57" />
    </svg>
  )
}

const drawings = {
  ticket: TicketPrize,
  case: CasePrize,
  bag: BagPrize,
  gift: BagPrize,
  chat: BagPrize,
  can: CasePrize,
}

export function PrizeDrawing({ name }: { readonly name: keyof typeof drawings }) {
  const Drawing = drawings[name]
  return <Drawing />
}

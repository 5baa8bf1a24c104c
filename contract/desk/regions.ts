export const regionNames = ['north', 'northeast', 'central', 'east', 'west', 'south'] as const
export type RegionName = (typeof regionNames)[number]

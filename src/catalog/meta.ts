/** The reverse-DNS prefix of the keys that this service puts into `_meta` (MCP, `_meta` key names). */
export const META = 'io.turnpike';

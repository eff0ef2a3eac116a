import type { GraphqlArea } from '../server/resolvers.ts';

/** The GraphQL of the identity service: what every service has. It knows every account. */
export const identityArea = (): GraphqlArea => ({ resolvers: {}, hasUsed: () => true });

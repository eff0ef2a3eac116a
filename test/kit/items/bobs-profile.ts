import type { User } from '../../../src/forge/shapes/people.ts';

export const bob: User = {
	canonical_name: '~bob',
	name: 'bob',
	email: 'bob@example.org',
	url: 'https://bob.example.org/',
	location: 'Utrecht',
	bio: 'Writes\r\neditors.',
};

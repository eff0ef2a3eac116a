import type { pageRequests } from '../../../src/platform/page/page-requests.ts';
import type { Handlers } from '../../../src/platform/page/requests.ts';

/** How a host answers the requests of pages of every kind. */
export const pageAnswers: Handlers<typeof pageRequests> = {
	ready: () => null,
	focused: () => null,
	leave: () => null,
	open: () => null,
	user: () => ({ user: '~bob', name: 'Bob Ellis', bio: '', location: '', link: null }),
	showImage: () => ({ data: '' }),
	allowImages: () => null,
	retry: () => null,
	go: () => ({ isElsewhere: false }),
	actOnWaiting: () => null,
	undo: () => null,
};

/** How a host answers what it cannot do. */
export const refuse = (why: string) => (): never => {
	throw why;
};

import type { Series } from './devel-series.ts';

/** The patchsets proposed in 2025, except those that wrap lines. */
export const earlySeries: readonly Series[] = [
	{
		topic: 'ctrlZ',
		brackets: 'PATCH editor',
		by: 'meiling',
		on: '2025-04-12 09:40',
		remarks: [
			{
				by: 'ana',
				on: '2025-04-13 20:20',
				to: 1,
				text: 'Applied, thank you! Your first patch here, I think. Welcome.',
				status: 'applied',
			},
			{
				by: 'meiling',
				on: '2025-04-14 08:02',
				to: 'before',
				text: 'Yes, the first one anywhere. That was less frightening than I thought.',
			},
		],
	},
	{
		topic: 'characters',
		brackets: 'PATCH editor',
		by: 'jürgen',
		on: '2025-06-14 18:00',
		remarks: [
			{
				by: 'carol',
				on: '2025-06-15 12:44',
				to: 1,
				quotes: [
					['& 0xc0) == 0x80', 'Nice that this needs no table.'],
					[
						'if (at > 0)',
						'With an invalid text of nothing but 0x80 bytes this walks back to its begin. Harmless, but slow on a file of 3 MB? I have not tried.',
					],
				],
			},
			{
				by: 'jürgen',
				on: '2025-06-15 17:30',
				to: 'before',
				text: 'I tried it now: holding the left arrow in a file of 3 MB of 0x80 is one jump, and then you are at the begin. I can live with that.',
			},
			{
				by: 'ana',
				on: '2025-06-22 11:45',
				to: 2,
				text: 'Both applied, thanks. I like that latin-1 files keep working.',
				status: 'applied',
			},
		],
	},
	{
		topic: 'savedBytes',
		brackets: 'PATCH editor',
		by: 'dave',
		on: '2025-08-02 12:30',
		remarks: [
			{
				by: 'bob',
				on: '2025-08-03 08:15',
				to: 1,
				quotes: [
					[
						'fsync(fileno(f));',
						'stdio still holds the last block at this point: it takes an fflush() before.',
					],
				],
			},
			{
				by: 'ana',
				on: '2025-09-06 11:40',
				to: 1,
				text: 'Saving has changed on master today (it writes beside the file and renames), so this does not apply any more. The fsync() is wanted all the same. Could you send it again on top of that, with the fflush() that ~bob asked for?',
			},
		],
	},
	{
		topic: 'escapeFirst',
		brackets: 'PATCH editor',
		by: 'bob',
		on: '2025-09-27 18:12',
		remarks: [
			{
				by: 'ana',
				on: '2025-09-28 10:09',
				to: 1,
				quotes: [
					[
						'usleep(50000);',
						'This makes every arrow key wait for 50 ms, too. Holding one down is sluggish already over ssh. Could we poll() instead?',
					],
				],
				status: 'needs_revision',
			},
			{ by: 'bob', on: '2025-09-28 15:51', to: 'before', text: 'Good point. I will send a second version.' },
		],
	},
	{
		topic: 'escapeSecond',
		brackets: 'PATCH editor v2',
		by: 'bob',
		on: '2025-10-04 10:30',
		remarks: [{ by: 'ana', on: '2025-10-05 09:20', to: 1, text: 'Much better. Applied.', status: 'applied' }],
	},
];

import type { Call, Wire } from '../../forge/client/connect.ts';
import { ForgeError, isTransient } from '../../forge/contract/errors.ts';

/** Calls `didAnswer` after each call that reached the forge, whether or not the forge refused it, and `didLose` if there was no connection. */
export function reportAnswers(
	below: Wire,
	didAnswer: () => void,
	didLose: (error: ForgeError) => void = () => {},
): Wire {
	const report = async <T>(call: Call, send: (call: Call) => Promise<T>): Promise<T> => {
		try {
			const answer = await send(call);
			didAnswer();
			return answer;
		} catch (error) {
			if (error instanceof ForgeError && !isTransient(error)) didAnswer();
			else if (error instanceof ForgeError && error.kind === 'offline') didLose(error);
			throw error;
		}
	};
	return {
		json: (call) => report(call, below.json),
		bytes: (call) => report(call, below.bytes),
		nothing: (call) => report(call, below.nothing),
		report: below.report,
	};
}

import { hubDomains, isInDomainOf } from '../../forge/contract/address.ts';
import { allServices, type Instance } from './instance.ts';

const servicesOf = (instance: Instance): readonly string[] =>
	allServices.flatMap((service) => instance[service] ?? []);

/** The hub, unless it is in another domain than the services, such as one that stayed in the settings when the forge moved. */
export function usableHub(instance: Instance): string | undefined {
	const { hub } = instance;
	return hub !== undefined && isInDomainOf(servicesOf(instance), hub) ? hub : undefined;
}

/** What is wrong with the hub, for users. */
export function hubProblem(instance: Instance): string | undefined {
	if (usableHub(instance) !== undefined) return undefined;
	const domains = hubDomains(servicesOf(instance));
	const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
	return domains.length === 0
		? "Enter the addresses of the forge's services first."
		: `Enter an address in the domain ${oneOf.format(domains)}.`;
}

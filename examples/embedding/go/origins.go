package robotswasm

import (
	"regexp"
	"strings"

	"golang.org/x/net/idna"
)

// forbidden has what no host in ASCII may have (URL Standard, forbidden domain code points).
var forbidden = regexp.MustCompile(`[^!-~]|[#%/:<>?@\[\\\]^|]`)

// hosts maps names as UTS 46 and the URL Standard do, which checks neither hyphens nor lengths.
var hosts = idna.New(
	idna.MapForLookup(), idna.BidiRule(), idna.CheckJoiners(true), idna.CheckHyphens(false),
	idna.StrictDomainName(false), idna.VerifyDNSLength(false), idna.Transitional(false))

// spelled returns an origin of the module, such as https://bücher.example:8080, with its host in ASCII; nothing if the host is
// not valid, or if that is not sure.
func spelled(origin string) string {
	start := strings.Index(origin, "://") + len("://")
	end := len(origin)
	if port := strings.IndexByte(origin[start:], ':'); port >= 0 {
		end = start + port
	}
	host, err := hosts.ToASCII(origin[start:end])
	if err != nil || host == "" || forbidden.MatchString(host) || !isRoundTrip(host) {
		return ""
	}
	return origin[:start] + host + origin[end:]
}

// isRoundTrip says whether all Punycode in a host is valid and necessary.
func isRoundTrip(host string) bool {
	name, err := hosts.ToUnicode(host)
	if err != nil {
		return false
	}
	for _, label := range strings.Split(name, ".") {
		if strings.HasPrefix(label, "xn--") {
			return false
		}
	}
	again, err := hosts.ToASCII(name)
	return err == nil && again == host
}

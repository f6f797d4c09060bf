package robotswasm;

import com.ibm.icu.text.IDNA;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Hosts beyond ASCII and Punycode in ASCII, as the URL Standard spells them. The module knows all other hosts itself. */
final class Origins {
  /** What no host in ASCII may have (URL Standard, forbidden domain code points). */
  private static final Pattern FORBIDDEN = Pattern.compile("[^!-~]|[#%/:<>?@\\[\\\\\\]^|]");
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(IDNA.CHECK_BIDI | IDNA.CHECK_CONTEXTJ | IDNA.NONTRANSITIONAL_TO_ASCII | IDNA.NONTRANSITIONAL_TO_UNICODE);
  /** The URL Standard checks neither hyphens nor lengths. */
  private static final Set<IDNA.Error> IGNORED =
      EnumSet.of(
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG,
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4);

  /** An origin of the module, such as https://bücher.example:8080, with its host in ASCII; empty if the host is not valid. */
  static String spelled(String origin) {
    int start = origin.indexOf("://") + 3;
    int port = origin.indexOf(':', start);
    int end = port < 0 ? origin.length() : port;
    String host = hostOf(origin.substring(start, end));
    return host.isEmpty() ? "" : origin.substring(0, start) + host + origin.substring(end);
  }

  private static String hostOf(String spelling) {
    StringBuilder host = new StringBuilder();
    IDNA.Info info = new IDNA.Info();
    UTS46.nameToASCII(spelling, host, info);
    boolean isValid = IGNORED.containsAll(info.getErrors()) && !FORBIDDEN.matcher(host).find();
    return isValid ? host.toString() : "";
  }
}
